import { findConnection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { foldText } from '../../kernel/text/fold-text.contract'
import { timeZoneOf, wallClock } from '../../kernel/time/time-zone'
import type { TicketId } from '../../kernel/ids'
import { variablesOf } from '../../message/compose/ticket-variables'
import { findQueue } from '../../queue/queue.queries'
import { findUser } from '../../user/user.queries'
import {
  bracedNames,
  replaceBraced,
  variableValues,
  firstNameOf,
  givenName,
} from '../../message/compose/message-variables.contract'
import { messageNumbers, type MessageNumber } from '../campaign.contract'
import type { Campaign } from '../campaign.queries'
import { readCampaignSettings } from '../edit/campaign-settings'
import type { Person } from './candidates.view'

type Texts = Pick<Campaign, `message${MessageNumber}` | `confirmationMessage${MessageNumber}` | 'templates'>

export function filledMessages(campaign: Texts) {
  return messageNumbers.filter((no) => campaign[`message${no}`].trim() !== '' || campaign.templates[`message${no}`])
}
export function filledConfirmations(campaign: Texts) {
  const { templates } = campaign
  return messageNumbers.filter(
    (no) => campaign[`confirmationMessage${no}`].trim() !== '' || templates[`confirmationMessage${no}`],
  )
}

export function pickNumber(numbers: readonly number[]): number {
  return numbers[Math.floor(Math.random() * numbers.length)] ?? 1
}

export type Writer = (text: string, person: Person, ticketId?: TicketId) => string

type Written = Pick<Campaign, 'connectionId'> & Partial<Pick<Campaign, 'userId' | 'queueId' | 'openTicket'>>

interface ValueOptions {
  /** Shows that a ticket will have a number. */
  isPreview?: boolean
}

/** Values are not expanded again; a variable without one is left out. */
export function createWriter(ctx: CompanyContext, campaign: Written, options?: ValueOptions): Writer {
  const valuesOf = createValues(ctx, campaign, options)
  return (text, person, ticketId) => {
    const values = valuesOf(person, ticketId)
    return replaceBraced(text, (variable) => values.get(foldText(variable)) ?? '')
  }
}

export function missingVariables(ctx: CompanyContext, campaign: Written & ValueOptions, texts: readonly string[]) {
  const valuesOf = createValues(ctx, campaign, campaign)
  const variables = [...new Set(texts.flatMap((text) => bracedNames(text)))].map((name) => ({
    name,
    folded: foldText(name),
  }))
  return {
    names: variables.map(({ name }) => name),
    of(person: Person) {
      const values = valuesOf(person)
      return variables.filter(({ folded }) => !values.get(folded)).map(({ name }) => name)
    },
  }
}

/** By folded name: the contact's, the settings', the columns or additional information, and every text's. */
function createValues(ctx: CompanyContext, campaign: Written, { isPreview = false }: ValueOptions = {}) {
  const { variables } = readCampaignSettings(ctx)
  const own = variables.map(({ key, value }) => [foldText(key), value] as const)
  const before = valuesWithoutTicket(ctx, campaign, isPreview)
  const titles = new Map<string, string>()
  const variableOfColumn = (title: string) => {
    const known = titles.get(title) ?? variableOf(title)
    titles.set(title, known)
    return known
  }
  return ({ name, number, email, extra }: Person, ticketId?: TicketId) => {
    const general = ticketId === undefined ? before : variablesOf(ctx, ticketId)
    const valuesFor = (names: readonly string[]) => names.map((key) => [foldText(key), general[key] ?? ''] as const)
    const columns = Object.entries(extra).map(([title, value]) => [variableOfColumn(title), value] as const)
    const given = givenName({ name, number })
    return new Map<string, string>([
      ...valuesFor(['userName', 'queue', 'protocol', 'ticket_id']),
      ...columns,
      ...own,
      ...valuesFor(['ms', 'date', 'hour', 'connection', 'name_company']),
      ...([
        ['nome', given],
        ['name', given],
        ['firstname', firstNameOf({ name, number })],
        ['numero', number],
        ['email', email],
      ] as const),
    ])
  }
}

function valuesWithoutTicket(ctx: CompanyContext, campaign: Written, isPreview: boolean): Record<string, string> {
  const { connectionId, userId, queueId, openTicket } = campaign
  const now = wallClock(ctx.now, timeZoneOf(ctx))
  const values = variableValues({
    contact: { name: '', number: '' },
    userName: openTicket && userId ? (findUser(ctx, userId)?.name ?? '') : '',
    queue: openTicket && queueId ? (findQueue(ctx, queueId)?.name ?? '') : '',
    connection: connectionId === null ? '' : (findConnection(ctx, connectionId)?.name ?? ''),
    company: ctx.company.services.about(ctx.company.id).name,
    ticketId: 0,
    createdDay: '',
    now,
  })
  return isPreview
    ? { ...values, protocol: `${now.day.replaceAll('-', '')}…`, ticket_id: '…' }
    : { ...values, protocol: '', ticket_id: '' }
}

/** "Data de nascimento" is {data_de_nascimento}. */
function variableOf(title: string) {
  return foldText(title)
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
}
