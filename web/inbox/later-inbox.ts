import { laterPart } from '../ui/layout/later-part'
import { lazyPart } from '../ui/layout/lazy-part'

/** One file: what the rows lead to is there when they are. */
const fetchCode = () => import('./inbox-code')

export const OpeningTicket = lazyPart(() => fetchCode().then((code) => code.OpeningTicket))
export const WelcomePane = lazyPart(() => fetchCode().then((code) => code.WelcomePane))

/** Beside an open ticket it may be hydrated later; on its own it is what people came for. */
export const LaterInboxPane = laterPart(async () => {
  const [code] = await Promise.all([fetchCode(), OpeningTicket.fetch(), WelcomePane.fetch()])
  return code.InboxPane
})
