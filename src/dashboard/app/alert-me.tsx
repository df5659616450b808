import { type ComponentProps } from 'react';
import { lazyPart } from '../platform/ui/lazy-part.tsx';

const Button = lazyPart(() => import('../features/alerts/alert-me.tsx').then((module) => module.AlertMeButton));

/** The button that saves an alert on the deals of a record, loaded after the profile. */
export const AlertMe = (props: ComponentProps<typeof Button>) => <Button {...props} />;
