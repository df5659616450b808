import { samples } from '../service/http/openapi-samples.ts';

/** One valid record of every kind: the examples of the API description. */
export const sampleRecords = samples;
