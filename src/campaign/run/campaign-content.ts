import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { findMedia, stageAgain, type StagedFile } from '../../kernel/file/media-store'
import type { Outreach } from '../../message/send/send-outreach'
import { fileFormatOf } from '../../template/fill-template.contract'
import { findTemplate } from '../../template/template.queries'
import { prepareTemplate } from '../../template/use-template'
import type { MessageFieldName } from '../campaign.contract'
import type { Campaign } from '../campaign.queries'
import { createWriter } from './campaign-messages'
import { writeChoice } from './campaign-templates'
import type { Person } from './candidates.view'

interface Chosen {
  campaign: Pick<
    Campaign,
    MessageFieldName | 'templates' | 'connectionId' | 'mediaId' | 'userId' | 'queueId' | 'openTicket'
  >
  person: Person
  field: MessageFieldName
}

/** The file belongs to messages, not requests. @throws Refusal ERR_NO_MEDIA_FOUND, as `prepareTemplate` */
export function contentFor(
  ctx: CompanyContext,
  { campaign, person, field }: Chosen,
): Pick<Outreach, 'content' | 'options'> {
  const { templates, connectionId, mediaId } = campaign
  const writer = createWriter(ctx, campaign)
  const attached = field.startsWith('confirmation') ? undefined : copyOfFile(ctx, mediaId)
  const choice = templates[field]
  if (!choice) {
    const options = {
      variables: (text: string, ticketId: number) => writer(text, person, ticketId),
      uncaptioned: 'before',
    } as const
    return { content: { texts: [campaign[field]], files: attached ? [attached] : [] }, options }
  }
  const { components = [] } = findTemplate(ctx, connectionId ?? 0, choice) ?? {}
  // The file belongs to templates that have one.
  const file = fileFormatOf(components) === undefined ? undefined : attached
  const written = writeChoice(choice, (text) => writer(text, person))
  const template = prepareTemplate(ctx, connectionId ?? 0, written, file)
  return { content: { template, files: file ? [file] : [] }, options: { variables: 'none', uncaptioned: 'before' } }
}

/** Deleted unless the message uses it. */
function copyOfFile(ctx: CompanyContext, mediaId: number | null): StagedFile | undefined {
  if (mediaId === null) return undefined
  const media = findMedia(ctx, mediaId)
  return (media && stageAgain(ctx, media)) ?? refuse('ERR_NO_MEDIA_FOUND')
}
