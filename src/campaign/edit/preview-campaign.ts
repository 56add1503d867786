import { findConnection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { readMoment, timeZoneOf } from '../../kernel/time/time-zone'
import type { CampaignPreview } from '../campaign.calls'
import type { MessageFieldName, PreviewCampaignBody } from '../campaign.contract'
import { fieldOf, previewText } from '../run/campaign-templates'
import { createWriter, filledConfirmations, filledMessages } from '../run/campaign-messages'
import { assertMayManageCampaigns } from './campaign-settings'
import { countMissingValues } from './count-missing-values'
import { countCandidates, type Person, readPeople } from '../run/candidates.view'
import { forecastEnd } from '../run/forecast'

const shown = 10
const searched = 50

export async function previewCampaign(ctx: CompanyContext, body: PreviewCampaignBody): Promise<CampaignPreview> {
  assertMayManageCampaigns(ctx)
  const { contactListId, tagListId: tagId, sourceCampaignId, whatsappId, campaignId } = body
  const source = { contactListId, tagId, sourceCampaignId }
  const recipients = countCandidates(ctx, source)
  const connection = whatsappId === null ? undefined : findConnection(ctx, whatsappId)
  const planned = body.scheduledAt === null ? undefined : readMoment(body.scheduledAt, timeZoneOf(ctx))
  const from = planned && planned > ctx.now ? planned : ctx.now
  const load = { messages: recipients, from, campaignId }
  const end = recipients > 0 && connection ? await forecastEnd(ctx, connection, load) : undefined
  const { people } = readPeople(ctx, source, 0, searched)
  const messages = messagesFor(ctx, body, people.slice(0, shown))
  const missing = await countMissingValues(ctx, { connectionId: whatsappId }, source, textsOf(body))
  return { recipients, finishesAt: end?.toISOString() ?? null, ...missing, messages }
}

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

function messagesFor(ctx: CompanyContext, body: PreviewCampaignBody, people: readonly Person[]) {
  const write = createWriter(ctx, { connectionId: body.whatsappId })
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
