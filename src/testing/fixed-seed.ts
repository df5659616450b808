import fc from 'fast-check';

// Every run draws the same cases; FUNDSCOPE_FUZZ_SEED chooses others.
fc.configureGlobal({ seed: Number(process.env['FUNDSCOPE_FUZZ_SEED'] ?? 1) });
