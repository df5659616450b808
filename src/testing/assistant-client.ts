import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { JsonSchemaType, JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';

const ajv = new AjvJsonSchemaValidator();
const validators = new Map<string, JsonSchemaValidator<unknown>>();

/** Compiles each schema once: all clients list the same tools, whose schemas take most of a second. */
function getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
  const text = JSON.stringify(schema);
  const validator = validators.get(text) ?? ajv.getValidator(schema);
  validators.set(text, validator);
  return validator as JsonSchemaValidator<T>;
}

/** A client of the assistant's tools, which checks every result against the listed schema. */
export const createAssistantClient = (): Client =>
  new Client({ name: 'test', version: '1' }, { jsonSchemaValidator: { getValidator } });
