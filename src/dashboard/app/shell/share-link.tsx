import { Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { copyText } from '../../platform/ui/copy-button.tsx';

const words = { idle: 'Share link', copied: 'Link copied', failed: 'Copy the address above' };

/** Copies the address: it holds the whole question and no key, and whoever opens it spends nothing. */
export function ShareLink() {
  const [outcome, setOutcome] = useState<keyof typeof words>('idle');
  useEffect(() => {
    if (outcome === 'idle') return;
    const timer = setTimeout(() => setOutcome('idle'), 2500);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <>
      <Button
        onClick={() => void copyText(window.location.href).then((done) => setOutcome(done ? 'copied' : 'failed'))}
      >
        <Link2 aria-hidden className="size-3.5" />
        <span className="max-wide:sr-only">{words[outcome]}</span>
      </Button>
      <output className="sr-only">{outcome === 'idle' ? '' : words[outcome]}</output>
    </>
  );
}
