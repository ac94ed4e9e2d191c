// Makes src/engine/wire.ts, the types of all JSON that the page takes in, out of data/schema:
//     node scripts/wire_types.mjs [--check]      --check: only says whether the file is as it should be
// It understands as much of JSON Schema as those files use, and refuses the rest.

import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const SCHEMAS = new URL('../../data/schema/', import.meta.url);
const OUTPUT = new URL('../src/engine/wire.ts', import.meta.url);
const FILES = ['common', 'rules', 'records', 'analysis', 'tables'];
const HEAD = '// Made by scripts/wire_types.mjs from data/schema: what the engine and the server answer.\n\n';
const PLAIN = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

function typeName(name) {
  return name.replace(/(^|_)(\w)/g, (_, __, letter) => letter.toUpperCase());
}

function objectType({ properties = {}, required = [], additionalProperties }) {
  const known = Object.entries(properties).map(
    ([key, schema]) => `${JSON.stringify(key)}${required.includes(key) ? '' : '?'}: ${typeOf(schema)};`,
  );
  if (additionalProperties === false) return `{ ${known.join(' ')} }`;
  if (known.length > 0) throw new Error(`open object: ${known.join(' ')}`);
  return `{ [key: string]: ${additionalProperties ? typeOf(additionalProperties) : 'unknown'} }`;
}

function arrayType({ items, minItems, maxItems }) {
  const isPair = minItems === 2 && maxItems === 2;
  return isPair ? `[${typeOf(items)}, ${typeOf(items)}]` : `(${typeOf(items)})[]`;
}

function typeOf(schema) {
  if (schema.$ref) return typeName(schema.$ref.split('/').at(-1));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.type === 'object') return objectType(schema);
  if (schema.type === 'array') return arrayType(schema);
  const types = [schema.type].flat().map((type) => PLAIN[type]);
  if (types.includes(undefined)) throw new Error(`not understood: ${JSON.stringify(schema)}`);
  return types.join(' | ');
}

function declare(name, schema) {
  const about = schema.description ? `/** ${schema.description} */\n` : '';
  return `${about}export type ${typeName(name)} = ${typeOf(schema)};\n`;
}

const parts = FILES.flatMap((file) => {
  const { $defs, title } = JSON.parse(readFileSync(new URL(`${file}.json`, SCHEMAS), 'utf8'));
  return [`// ${title}.\n`, ...Object.entries($defs).map(([name, schema]) => declare(name, schema))];
});
const options = await resolveConfig(OUTPUT);
const made = await format(HEAD + parts.join('\n'), { ...options, parser: 'typescript' });
if (!process.argv.includes('--check')) {
  writeFileSync(OUTPUT, made);
} else if (readFileSync(OUTPUT, 'utf8') !== made) {
  console.error('src/engine/wire.ts does not follow data/schema: run node scripts/wire_types.mjs');
  process.exitCode = 1;
}
