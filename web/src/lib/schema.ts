// Whether a value is as a definition of data/schema says: for whatever comes from outside. It understands
// as much of JSON Schema as scripts/wire_types.mjs lets into shapes.json.

import shapes from './shapes.json';

export type ShapeName = keyof typeof shapes;

export interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function hasType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;
}

function fitsObject(schema: Schema, value: Record<string, unknown>): boolean {
  const { properties = {}, required = [], additionalProperties: rest = true } = schema;
  return (
    required.every((key) => Object.hasOwn(value, key) && value[key] !== undefined) &&
    Object.entries(value).every(([key, held]) => {
      const own = Object.hasOwn(properties, key) ? properties[key] : rest;
      return typeof own === 'object' ? held === undefined || fitsSchema(own, held) : own;
    })
  );
}

function fitsArray({ items, minItems = 0, maxItems = Infinity }: Schema, value: unknown[]): boolean {
  const isSized = value.length >= minItems && value.length <= maxItems;
  return isSized && (!items || value.every((held) => fitsSchema(items, held)));
}

export function fitsSchema(schema: Schema, value: unknown): boolean {
  if (schema.$ref) return fits(schema.$ref as ShapeName, value);
  if ('const' in schema) return value === schema.const;
  if (schema.enum) return schema.enum.includes(value);
  if (schema.anyOf) return schema.anyOf.some((one) => fitsSchema(one, value));
  if (schema.type && ![schema.type].flat().some((type) => hasType(value, type))) return false;
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
  if (typeof value === 'string')
    return (
      value.length <= (schema.maxLength ?? Infinity) && (!schema.pattern || new RegExp(schema.pattern).test(value))
    );
  if (Array.isArray(value)) return fitsArray(schema, value);
  return typeOf(value) !== 'object' || fitsObject(schema, value as Record<string, unknown>);
}

export function fits(name: ShapeName, value: unknown): boolean {
  return fitsSchema(shapes[name] as Schema, value);
}
