import { laterPart } from '../ui/layout/later-part'

/** Beside an open ticket it may be hydrated later; on its own it is what people came for. */
export const LaterInboxPane = laterPart(() => import('./inbox-pane').then((code) => code.InboxPane))
