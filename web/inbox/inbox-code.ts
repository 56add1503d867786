export { OpeningTicket } from '../conversation/opening-ticket'
export { InboxPane } from './inbox-pane'
export { WelcomePane } from './welcome/welcome-pane'
