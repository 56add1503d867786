import { startClient } from './start/client-start'
import { routes } from './routes'
// Most users start here; as a separate route it would share code in twenty files, each with a request.
import './inbox/tickets-page'

void startClient(routes)
