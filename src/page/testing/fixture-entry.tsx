import { startClient } from '../../../web/start/client-start'
import { fixtureRoutes } from './fixture-routes'

void startClient(fixtureRoutes)
