import { startClient } from '../../../web/client-start'
import { fixtureRoutes } from './fixture-routes'

void startClient(fixtureRoutes)
