import type { ChannelName } from '../../channel-rules.contract'
import type { Graph } from '../graph/graph-client'

export type PageChannelName = Extract<ChannelName, 'facebook' | 'instagram'>

export const eventObjects = { facebook: 'page', instagram: 'instagram' } satisfies Record<PageChannelName, string>

const subscribedFields = [
  'messages',
  'message_echoes',
  'message_edits',
  'message_reactions',
  'message_deliveries',
  'message_reads',
  'messaging_postbacks',
  'messaging_referrals',
  'standby',
  'feed',
].join(',')

/** @throws GraphError */
export const subscribe = (graph: Graph, pageId: string) =>
  graph.post(`${pageId}/subscribed_apps`, { subscribed_fields: subscribedFields })

/** @throws GraphError */
export const unsubscribe = (graph: Graph, pageId: string) => graph.delete(`${pageId}/subscribed_apps`)
