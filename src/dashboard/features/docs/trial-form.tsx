import { useId, useState } from 'react';
import { Field } from '../../platform/form/field.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { sendTrial } from '../../purchase/try-out.ts';
import type { Reply } from '../../platform/http/request.ts';
import { toName, type Operation, type Parameter, type Schema } from './description.ts';
import { readTrialBody, buildExampleDraft, buildOptions, priceTrial, buildTrialUrl, type TrialDraft } from './trial.ts';
import { CurlLine, TrialOutcome } from './trial-outcome.tsx';

type TrialFormProps = {
  readonly operation: Operation;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly root: string;
  readonly apiKey: string | undefined;
};

/** What came of a trial. */
export type Outcome = { readonly reply: Reply } | { readonly failure: Error };

/** A request that can be changed and sent, at the highest price that stands on its button. */
export function TrialForm({ operation, schemas, root, apiKey }: TrialFormProps) {
  const [draft, setDraft] = useState(() => buildExampleDraft(operation));
  const [outcome, setOutcome] = useState<Outcome>();
  const [pending, setPending] = useState(false);
  const url = buildTrialUrl(root, operation, draft);
  const read = operation.body ? readTrialBody(draft.body) : undefined;
  const problem = read && 'problem' in read ? read.problem : undefined;
  const tenths = priceTrial(operation, draft);

  const send = async (authorization: SpendAuthorization) => {
    setPending(true);
    const body = read && 'body' in read ? { body: read.body } : {};
    const { method, summary } = operation;
    const trial = { method, url, tenths, summary: `Trial: ${summary}`, key: apiKey, ...body };
    setOutcome(
      await sendTrial(authorization, trial).then(
        (reply) => ({ reply }),
        (failure: Error) => ({ failure }),
      ),
    );
    setPending(false);
  };

  return (
    <section aria-label="Try it" className="grid gap-3 rounded-[9px] border border-line bg-ground px-3.5 py-3">
      <h4 className="font-semibold">Try it</h4>
      {operation.parameters.map((parameter) => (
        <ParameterField key={parameter.name} {...{ parameter, schemas, draft }} onDraft={setDraft} />
      ))}
      {operation.body && (
        <BodyField text={draft.body} problem={problem} onText={(body) => setDraft({ ...draft, body })} />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <PricedButton
          upTo={operation.price.per === 'row'}
          tenths={tenths}
          pending={pending}
          disabled={problem !== undefined}
          onConfirm={(authorization) => void send(authorization)}
        >
          Try it
        </PricedButton>
      </div>
      <CurlLine method={operation.method} url={url} body={draft.body} />
      {outcome && <TrialOutcome outcome={outcome} />}
    </section>
  );
}

type ParameterFieldProps = {
  readonly parameter: Parameter;
  readonly schemas: TrialFormProps['schemas'];
  readonly draft: TrialDraft;
  readonly onDraft: (draft: TrialDraft) => void;
};

function ParameterField({ parameter, schemas, draft, onDraft }: ParameterFieldProps) {
  const id = useId();
  const { name, required } = parameter;
  const options = buildOptions(parameter, (ref) => schemas[toName(ref)]);
  const box = 'field-box h-8 w-full max-w-md px-2.5';
  const control = {
    id,
    value: draft.values[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      onDraft({ ...draft, values: { ...draft.values, [name]: target.value } }),
  };
  return (
    <Field label={name} htmlFor={id} aside={required ? 'required' : undefined}>
      {options ? (
        <select className={box} {...control}>
          <option value="">not given</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input className={box} autoComplete="off" spellCheck={false} {...control} />
      )}
    </Field>
  );
}

type BodyFieldProps = {
  readonly text: string;
  readonly problem: string | undefined;
  readonly onText: (text: string) => void;
};

function BodyField({ text, problem, onText }: BodyFieldProps) {
  const id = useId();
  return (
    <Field label="Body, JSON" htmlFor={id} errors={[[`${id}-error`, problem]]}>
      <textarea
        id={id}
        value={text}
        rows={Math.min(16, text.split('\n').length + 1)}
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-error`}
        className="field-box w-full px-2.5 py-2 font-mono text-[12px]"
        onChange={({ target }) => onText(target.value)}
      />
    </Field>
  );
}
