import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Connection } from '../connection/connection.types'
import { child, iqError, iqResult, node } from '../nodes'
import type { World } from '../account/world'

/** GraphQL queries about the account's standing, by the field clients look for. No restriction is ever in force. */
const accountState = {
  xwa2_fetch_account_reachout_timelock: { is_active: false, time_enforcement_ends: '0' },
  xwa2_message_capping_info: { total_quota: -1, used_quota: 0, cycle_start_timestamp: '0', cycle_end_timestamp: '0' },
}

/** Answers a GraphQL query. */
export function answerMex(_world: World, _connection: Connection, request: BinaryNode): BinaryNode {
  if (!child(request, 'query')) return iqError(request, 400, 'bad-request')
  return iqResult(request, [node('result', {}, Buffer.from(JSON.stringify({ data: accountState })))])
}
