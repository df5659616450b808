import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { joinWorkspace } from '#contract/workspace/members.ts';
import { useHasKey, storeKey } from '../../platform/http/key.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from '../../platform/ui/button.tsx';
import { FailureNotice } from '../../spending/failure-notice.tsx';
import { sendFree } from '../../spending/send-free.ts';

/**
 * Opens an invitation: a press exchanges it for a key of this browser. The token never leaves the fragment otherwise.
 */
export function JoinPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const navigate = useNavigate();
  const hadKey = useHasKey();
  const joining = useMutation({
    mutationFn: async () => {
      const { data } = await sendFree(joinWorkspace, { body: { token } });
      if (!data.key) throw new Error('The response has no key.');
      storeKey(data.key, true);
      await navigate({ to: '/', replace: true });
    },
  });
  return (
    <div className="min-h-0 grow scroll-y">
      <div className="grid w-full max-w-xl gap-3 px-4.5 py-4">
        <title>Join a workspace, Fundscope</title>
        <h1 className="text-15 font-semibold">Join a workspace</h1>
        {token === '' ? (
          <p className="text-ink-2">
            This link has no invitation. Copy the whole link, or{' '}
            <Link to="/" className="text-accent-ink underline">
              go to the start page
            </Link>
            .
          </p>
        ) : (
          <>
            <p className="text-ink-2">
              A colleague invited you. You will see what they unlocked, their statuses and notes, and they will see
              yours.
            </p>
            {hadKey && (
              <p className="text-ink-2">This browser then uses the key of that workspace instead of the one it has.</p>
            )}
            {joining.error && <FailureNotice key={joining.error.message} failure={joining.error} />}
            <Button
              variant="primary"
              className="justify-self-start"
              aria-disabled={joining.isPending}
              onClick={() => !joining.isPending && joining.mutate()}
            >
              Join
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
