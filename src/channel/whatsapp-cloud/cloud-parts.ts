import type { GraphSession } from '../meta/graph-session'
import type { Graph } from '../meta/graph/graph-client'
import type { CloudAccount } from './account/cloud-account'

export type CloudParts = GraphSession<{ account: CloudAccount; graph: Graph }>
