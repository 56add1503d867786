import type { CompanyContext } from '../../kernel/company/company-context'
import { cachedPerCompany } from '../../kernel/company/cached-per-company'
import { foldText } from '../../kernel/text/fold-text.contract'
import type { ConnectionId } from '../../kernel/ids'
import { findFlow, type FlowRow } from '../run/find-flow'
import { flowCampaignTable } from '../run/flow-run.tables'

interface Phrase {
  campaignId: number
  flowId: number
  /** Null for all. */
  connectionId: ConnectionId | null
}

interface PhraseIndex {
  byText: ReadonlyMap<string, readonly Phrase[]>
  /** Characters of the longest phrase: longer messages are not looked up. */
  lengthMax: number
}

/** Read once and kept until a phrase changes, because every message of a contact is looked up. */
const index = cachedPerCompany(readIndex)

/** Folding may shorten a text. */
const slack = 4

export function findPhraseFlow(
  ctx: CompanyContext,
  text: string,
  connectionId: ConnectionId | null,
): FlowRow | undefined {
  for (const { flowId } of findPhrases(ctx, text, connectionId)) {
    const flow = findFlow(ctx, flowId)
    if (flow?.active) return flow
  }
  return undefined
}

/** The connection's first, then the newest. */
export function findPhrases(ctx: CompanyContext, text: string, connectionId: ConnectionId | null): readonly Phrase[] {
  const { byText, lengthMax } = index.get(ctx)
  if (byText.size === 0 || text.length > lengthMax * slack + 100) return []
  const found = byText.get(phraseKey(text)) ?? []
  return found.filter((phrase) => phrase.connectionId === null || phrase.connectionId === connectionId)
}

export const forgetPhrases = index.forget

/** Two texts with the same key are the same phrase. */
export function phraseKey(text: string) {
  return foldText(text).replace(/\s+/g, ' ').trim()
}

export function linesOf(phrase: string): string[] {
  return phrase
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function readIndex({ db }: CompanyContext): PhraseIndex {
  const byText = new Map<string, Phrase[]>()
  let lengthMax = 0
  for (const { id, flowId, connectionId, phrase, status } of db.select().from(flowCampaignTable).all()) {
    if (!status) continue
    for (const line of linesOf(phrase)) {
      const key = phraseKey(line)
      lengthMax = Math.max(lengthMax, key.length)
      byText.set(key, [...(byText.get(key) ?? []), { campaignId: id, flowId, connectionId }])
    }
  }
  for (const phrases of byText.values()) phrases.sort(compare)
  return { byText, lengthMax }
}

function compare(a: Phrase, b: Phrase) {
  return Number(a.connectionId === null) - Number(b.connectionId === null) || b.campaignId - a.campaignId
}
