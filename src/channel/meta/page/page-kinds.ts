import type { ChannelName } from '../../channel-rules.contract'
import type { Graph } from '../graph/graph-client'

/** The channels whose messages go through a Facebook page. */
export type PageChannelName = Extract<ChannelName, 'facebook' | 'instagram'>

/** What Meta calls the kind of account in its events. */
export const eventObjects = { facebook: 'page', instagram: 'instagram' } satisfies Record<PageChannelName, string>

/** The page's events. Those of its Instagram account are chosen once, in the app, and arrive for subscribed pages. */
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

/** Lets Meta deliver the page's events to the host's app. @throws GraphError */
export const subscribe = (graph: Graph, pageId: string) =>
  graph.post(`${pageId}/subscribed_apps`, { subscribed_fields: subscribedFields })

/** @throws GraphError */
export const unsubscribe = (graph: Graph, pageId: string) => graph.delete(`${pageId}/subscribed_apps`)
