// Makes two files out of data/schema: src/engine/wire.ts, the types of what the engine and the server answer, and
// src/lib/shapes.json, the definitions that whatever comes from outside is held against at run time.
//     node scripts/wire_types.mjs [--check]      --check: only says whether the files are as they should be
// It understands as much of JSON Schema as those files use, and refuses the rest.

import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const SCHEMAS = new URL('../../data/schema/', import.meta.url);
const TYPES = new URL('../src/engine/wire.ts', import.meta.url);
const SHAPES = new URL('../src/lib/shapes.json', import.meta.url);
const FILES = ['common', 'rules', 'records', 'analysis', 'tables'];
const HEAD = '// Made by scripts/wire_types.mjs from data/schema: what the engine and the server answer.\n\n';
const CHECKED = ['page.saved_game', 'tables.table_offer', 'tables.table_probe'];
const UNDERSTOOD = new Set(
  (
    'const enum anyOf type properties required additionalProperties items minItems maxItems minimum maximum ' +
    'maxLength pattern $ref description'
  ).split(' '),
);
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

function readDefinitions(file) {
  return JSON.parse(readFileSync(new URL(`${file}.json`, SCHEMAS), 'utf8'));
}

// -- what is checked at run time ------------------------------------------------------------------

const shapes = {};

/** The schema with names instead of paths and without words for people; what it refers to is gathered as well. */
function strip(schema, file) {
  const made = {};
  for (const [key, value] of Object.entries(schema)) {
    if (!UNDERSTOOD.has(key)) throw new Error(`not understood: ${key}`);
    if (key === 'description') continue;
    else if (key === '$ref') made.$ref = gather(value, file);
    else if (key === 'properties')
      made.properties = Object.fromEntries(Object.entries(value).map(([name, own]) => [name, strip(own, file)]));
    else if (key === 'anyOf') made.anyOf = value.map((own) => strip(own, file));
    else made[key] = key === 'items' || typeof value.type === 'string' ? strip(value, file) : value;
  }
  return made;
}

function gather(reference, from) {
  const [path, name] = reference.split('#/$defs/');
  const file = path.replace('.json', '') || from;
  const key = `${file}.${name}`;
  if (!(key in shapes)) {
    shapes[key] = {};
    shapes[key] = strip(readDefinitions(file).$defs[name], file);
  }
  return key;
}

// -- both files -----------------------------------------------------------------------------------

async function put(file, text, parser) {
  const options = await resolveConfig(file);
  const made = await format(text, { ...options, parser });
  if (!process.argv.includes('--check')) {
    writeFileSync(file, made);
  } else if (readFileSync(file, 'utf8') !== made) {
    console.error(`${file.pathname} does not follow data/schema: run node scripts/wire_types.mjs`);
    process.exitCode = 1;
  }
}

const parts = FILES.flatMap((file) => {
  const { $defs, title } = readDefinitions(file);
  return [`// ${title}.\n`, ...Object.entries($defs).map(([name, schema]) => declare(name, schema))];
});
for (const name of CHECKED) gather(`${name.replace('.', '.json#/$defs/')}`, '');
await put(TYPES, HEAD + parts.join('\n'), 'typescript');
await put(SHAPES, JSON.stringify(shapes), 'json');
