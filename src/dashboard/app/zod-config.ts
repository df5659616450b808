import { config } from 'zod/v4/core';

// A schema that is built would try whether it may be compiled by eval. The policy of the page forbids that, and Firefox
// reports the attempt as an error.
config({ jitless: true });
