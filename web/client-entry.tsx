import { startClient } from './start/client-start'
import { routes } from './routes'
// Imported statically, because most users start here. As a separate route, the inbox would share its code with other
// screens in some twenty files, each with its own request.
import './inbox/tickets-page'

void startClient(routes)
