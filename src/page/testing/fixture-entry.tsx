import { startClient } from '../../../web/app/client-start'
import { fixtureRoutes } from './fixture-routes'

void startClient(fixtureRoutes)
