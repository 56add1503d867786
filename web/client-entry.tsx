import { startClient } from './start/client-start'
import { routes } from './routes'
// Where nearly everybody goes first. Left to its route, the inbox would share its parts with the other screens in some twenty
// files, each with a request of its own.
import './inbox/tickets-page'

void startClient(routes)
