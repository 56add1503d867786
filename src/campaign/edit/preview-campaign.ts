import { findConnection } from '../../connection/connection.queries'
import { findContactList } from '../../contact-list/contact-list.record'
import type { CompanyContext } from '../../kernel/company/company-context'
import { findTag } from '../../tag/tag.queries'
import { readMoment, timeZoneOf } from '../../kernel/time/time-zone'
import type { CampaignPreview } from '../campaign.calls'
import {
  type LeftOutReason,
  leftOutReasons,
  type MessageFieldName,
  type PreviewCampaignBody,
  unconfirmedReason,
} from '../campaign.contract'
import { fieldOf, previewText } from '../run/campaign-templates'
import {
  createWriter,
  filledConfirmations,
  filledMessages,
  type Writer,
  missingVariables,
} from '../run/campaign-messages'
import { findCampaignMedia } from './save-campaign'
import { assertMayManageCampaigns, readCampaignSettings } from './campaign-settings'
import { readyFaults, startFaults } from './check-campaign'
import {
  type Candidate,
  countCandidates,
  exclusionOf,
  type Person,
  readCandidates,
  readPeople,
  type CampaignSource,
} from '../run/candidates.view'
import { forecastEnd } from '../run/forecast'
import { nextOpening } from '../run/sending-window'
import { findCampaign, named } from '../campaign.queries'
import { inBatches } from '../../kernel/company/batches'
import { hasErasedNumbers } from '../../suppression/erased-number'

interface MissingValues {
  unknownVariables: string[]
  missingValues: { name: string; recipients: number }[]
}

const peopleAtOnce = 500

const shown = 10
const searched = 50

/** As if saved and started or continued: faults, recipients, end and texts. Changes nothing. */
export async function previewCampaign(ctx: CompanyContext, body: PreviewCampaignBody): Promise<CampaignPreview> {
  assertMayManageCampaigns(ctx)
  const { contactListId, tagListId: tagId, whatsappId, campaignId } = body
  const campaign = plannedCampaign(ctx, body)
  const { recipients, leftOut } = await countPlanned(ctx, campaign)
  const connection = whatsappId === null ? undefined : findConnection(ctx, whatsappId)
  const planned = campaign.scheduledAt
  const startsLater = planned instanceof Date && planned > ctx.now
  const from = startsLater ? planned : ctx.now
  const load = { messages: recipients, from, campaignId }
  const end = recipients > 0 && connection ? await forecastEnd(ctx, connection, load) : undefined
  const people = plannedPeople(ctx, campaign)
  const missing = await countMissingValues(
    ctx,
    { ...campaign, isPreview: !usesTemplates(body) },
    partsOf(campaign),
    textsOf(body),
  )
  return {
    faults: startsLater ? readyFaults(ctx, campaign) : startFaults(ctx, campaign),
    contactList: named(contactListId === null ? undefined : findContactList(ctx, contactListId)),
    tagList: named(tagId === null ? undefined : findTag(ctx, tagId)),
    whatsapp: connection
      ? {
          id: connection.id,
          name: connection.name,
          isOnline: connection.status === 'CONNECTED',
          isWarned: connection.warnedAt !== null,
        }
      : null,
    recipients,
    leftOut,
    startsLater,
    startsAt: nextOpening(readCampaignSettings(ctx), from, timeZoneOf(ctx)).toISOString(),
    finishesAt: end?.toISOString() ?? null,
    ...missing,
    messages: messagesFor(ctx, body, createWriter(ctx, campaign, { isPreview: true }), people.slice(0, shown)),
  }
}

export function plannedCampaign(ctx: CompanyContext, body: PreviewCampaignBody) {
  const { contactListId, tagListId: tagId, sourceCampaignId, whatsappId: connectionId, campaignId } = body
  const stored = campaignId === null ? undefined : findCampaign(ctx, campaignId)
  const { startedAt = null, isExpanded = false, expandedTo = 0, mediaId = null } = stored ?? {}
  const isContinued = stored?.status === 'CANCELADA' && (isExpanded || expandedTo > 0)
  return {
    ...body,
    contactListId,
    tagId,
    sourceCampaignId,
    connectionId,
    openTicket: body.openTicket === 'enabled',
    continuedId: isContinued ? stored.id : undefined,
    scheduledAt: body.scheduledAt === null ? null : readMoment(body.scheduledAt, timeZoneOf(ctx)),
    mediaId: body.mediaPath === undefined ? mediaId : (findCampaignMedia(ctx, campaignId, body.mediaPath)?.id ?? null),
    startedAt,
    isExpanded,
    expandedTo,
  }
}

interface Part {
  source: CampaignSource
  after: number
}

/** Its recipients, and the rest of their source if the campaign was stopped before all were determined. */
function partsOf(campaign: ReturnType<typeof plannedCampaign>): Part[] {
  const { continuedId, isExpanded, expandedTo } = campaign
  const rest = { source: { ...campaign, continuedId: undefined }, after: expandedTo }
  return [{ source: campaign, after: 0 }, ...(continuedId === undefined || isExpanded ? [] : [rest])]
}

async function countPlanned(ctx: CompanyContext, campaign: ReturnType<typeof plannedCampaign>) {
  const { recipients, leftOut } = countCandidates(ctx, campaign)
  // Erased numbers are kept as hashes, which a count cannot join.
  const isEachRead = hasErasedNumbers(ctx)
  const counted = leftOut.filter(({ reason }) => !isEachRead || reason === unconfirmedReason)
  const counts = new Map<LeftOutReason | '', number>(counted.map(({ reason, count }) => [reason, count]))
  if (!isEachRead) counts.set('', recipients)
  for (const { source, after } of partsOf(campaign).slice(isEachRead ? 0 : 1)) {
    await inBatches<Candidate>(ctx, {
      next: (last) => readCandidates(ctx, source, last?.id ?? after, peopleAtOnce),
      work(candidate) {
        const reason = exclusionOf(ctx, candidate)
        counts.set(reason, (counts.get(reason) ?? 0) + 1)
      },
    })
  }
  return {
    recipients: counts.get('') ?? 0,
    leftOut: leftOutReasons.flatMap((reason) => {
      const count = counts.get(reason) ?? 0
      return count > 0 ? [{ reason, count }] : []
    }),
  }
}

/** The first, to whom previews and tests are shown as they would arrive. */
export function plannedPeople(ctx: CompanyContext, campaign: ReturnType<typeof plannedCampaign>): Person[] {
  const people = partsOf(campaign).flatMap(({ source, after }) => readPeople(ctx, source, after, searched).people)
  return people.slice(0, searched)
}

const usesTemplates = ({ templates }: PreviewCampaignBody) => Object.keys(templates).length > 0

function textsOf(body: PreviewCampaignBody): string[] {
  const fields = [
    ...filledMessages(body).map((no) => fieldOf('message', no)),
    ...(body.confirmation ? filledConfirmations(body).map((no) => fieldOf('confirmation', no)) : []),
  ]
  return fields.flatMap((field) => {
    const choice = body.templates[field]
    return choice ? Object.values(choice.values) : [body[field]]
  })
}

function messagesFor(ctx: CompanyContext, body: PreviewCampaignBody, write: Writer, people: readonly Person[]) {
  const textFor = (field: MessageFieldName, person: Person) => {
    const choice = body.templates[field]
    if (!choice) return write(body[field], person)
    return previewText(ctx, body.whatsappId ?? 0, choice, (value) => write(value, person))
  }
  const [messages, confirmations] = [filledMessages(body), filledConfirmations(body)]
  return people.map((person, index) => {
    const { name, number } = person
    const texts = (numbers: readonly number[], textOf: (no: number) => string) =>
      numbers.length === 0 ? '' : textOf(numbers[index % numbers.length] ?? 1)
    return {
      name,
      number,
      text: texts(messages, (no) => textFor(fieldOf('message', no), person)),
      confirmation: body.confirmation
        ? texts(confirmations, (no) => textFor(fieldOf('confirmation', no), person))
        : null,
    }
  })
}

async function countMissingValues(
  ctx: CompanyContext,
  campaign: Parameters<typeof missingVariables>[1],
  parts: readonly Part[],
  texts: readonly string[],
): Promise<MissingValues> {
  const missing = missingVariables(ctx, campaign, texts)
  const counts = new Map(missing.names.map((name) => [name, 0]))
  let recipients = 0
  const count = (person: Person) => {
    recipients++
    for (const name of missing.of(person)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  for (const { source, after } of counts.size > 0 ? parts : []) {
    const read = (from: number | undefined) => (from === undefined ? [] : [readPeople(ctx, source, from, peopleAtOnce)])
    await inBatches(ctx, {
      next: (part: ReturnType<typeof readPeople> | undefined) => read(part ? part.last : after),
      work: ({ people }) => people.forEach(count),
    })
  }
  const lacking = [...counts].filter(([, lackedBy]) => lackedBy > 0)
  return {
    unknownVariables: lacking.filter(([, lackedBy]) => lackedBy === recipients).map(([name]) => name),
    missingValues: lacking
      .filter(([, lackedBy]) => lackedBy < recipients)
      .map(([name, lackedBy]) => ({ name, recipients: lackedBy })),
  }
}
