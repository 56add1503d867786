import { findConnection } from '../../connection/connection.queries'
import { findContactList } from '../../contact-list/contact-list.record'
import type { CompanyContext } from '../../kernel/company/company-context'
import { findTag } from '../../tag/tag.queries'
import { readMoment, timeZoneOf } from '../../kernel/time/time-zone'
import type { CampaignPreview } from '../campaign.calls'
import type { MessageFieldName, PreviewCampaignBody } from '../campaign.contract'
import { fieldOf, previewText } from '../run/campaign-templates'
import {
  createWriter,
  filledConfirmations,
  filledMessages,
  type Writer,
  missingVariables,
} from '../run/campaign-messages'
import { findCampaignMedia } from './campaign-media'
import { assertMayManageCampaigns, readCampaignSettings } from './campaign-settings'
import { readyFaults, startFaults } from './check-campaign'
import { countCandidates, type Person, readPeople, type CampaignSource } from '../run/candidates.view'
import { forecastEnd } from '../run/forecast'
import { nextOpening } from '../run/sending-window'
import { findCampaign, named } from '../campaign.queries'
import { inBatches } from '../../kernel/company/batches'

interface MissingValues {
  unknownVariables: string[]
  missingValues: { name: string; recipients: number }[]
}

const peopleAtOnce = 500

const shown = 10
export const searched = 50

/** As if saved and started or continued: faults, recipients, end and texts. Changes nothing. */
export async function previewCampaign(ctx: CompanyContext, body: PreviewCampaignBody): Promise<CampaignPreview> {
  assertMayManageCampaigns(ctx)
  const { contactListId, tagListId: tagId, whatsappId, campaignId } = body
  const campaign = plannedCampaign(ctx, body)
  const { recipients, leftOut } = countCandidates(ctx, campaign)
  const connection = whatsappId === null ? undefined : findConnection(ctx, whatsappId)
  const planned = campaign.scheduledAt
  const startsLater = planned instanceof Date && planned > ctx.now
  const from = startsLater ? planned : ctx.now
  const load = { messages: recipients, from, campaignId }
  const end = recipients > 0 && connection ? await forecastEnd(ctx, connection, load) : undefined
  const { people } = readPeople(ctx, campaign, 0, searched)
  const missing = await countMissingValues(
    ctx,
    { ...campaign, isPreview: !usesTemplates(body) },
    campaign,
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
  source: CampaignSource,
  texts: readonly string[],
): Promise<MissingValues> {
  const missing = missingVariables(ctx, campaign, texts)
  const counts = new Map(missing.names.map((name) => [name, 0]))
  let recipients = 0
  const count = (person: Person) => {
    recipients++
    for (const name of missing.of(person)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const read = (after: number | undefined) =>
    after === undefined ? [] : [readPeople(ctx, source, after, peopleAtOnce)]
  await inBatches(ctx, {
    next: (part: ReturnType<typeof readPeople> | undefined) => read(part ? part.last : counts.size > 0 ? 0 : undefined),
    work: ({ people }) => people.forEach(count),
  })
  const lacking = [...counts].filter(([, lackedBy]) => lackedBy > 0)
  return {
    unknownVariables: lacking.filter(([, lackedBy]) => lackedBy === recipients).map(([name]) => name),
    missingValues: lacking
      .filter(([, lackedBy]) => lackedBy < recipients)
      .map(([name, lackedBy]) => ({ name, recipients: lackedBy })),
  }
}
