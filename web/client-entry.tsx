import { startClient } from './start/client-start'
import { routes } from './routes'
// Most users start here; as a separate route it would share code in twenty files, each with a request.
import './inbox/tickets-page'
// What the list shares with an open ticket, for the same reason.
import './message/last-message'
import './message/message-summary'
import './ticket/actions/use-snooze'
import './ui/field/search-input'

void startClient(routes)
