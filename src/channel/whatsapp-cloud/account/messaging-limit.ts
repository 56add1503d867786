import type { JsonObject } from '../../../kernel/untyped-json.contract'

/** A tier, or a count with -1 for no limit. A tier of throughput has the same names and is none. */
export function limitIn(value: JsonObject): string {
  const { max_daily_conversations_per_business: current, max_daily_conversation_per_phone: former } = value
  const isOfThroughput = value['event'] === 'THROUGHPUT_UPGRADE'
  return tierOf(current) || tierOf(former) || (isOfThroughput ? '' : tierOf(value['current_limit']))
}

/** TIER_2K of 2000 or of TIER_2K; else empty. */
export function tierOf(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (text === '-1' || text === 'TIER_UNLIMITED') return 'TIER_UNLIMITED'
  const [, digits, thousands = ''] = /^(?:TIER_)?([1-9]\d{0,5})(K?)$/.exec(text) ?? []
  if (digits === undefined) return ''
  return `TIER_${thousands ? digits : digits.replace(/000$/, '')}${thousands || (digits.endsWith('000') ? 'K' : '')}`
}
