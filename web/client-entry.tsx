import { startClient } from './client-start'
import { routes } from './routes'

void startClient(routes)
