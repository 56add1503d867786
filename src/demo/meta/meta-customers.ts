import { graphPages, type GraphPage } from '../../testing/services/graph-server/page-state'
import { graphPhone } from '../../testing/services/graph-server/start-graph-server'
import { type ChannelName, cloudChannel } from '../../channel/channel-rules.contract'
import type { PhoneAction } from '../phone/phone-view.types'

export type MetaChannel = Exclude<ChannelName, 'whatsapp'>

export interface MetaCustomer {
  channel: MetaChannel
  /** The phone number, or the id that Meta gives this person for the account. */
  id: string
  firstName: string
  lastName: string
  username?: string
  account: { id: string; name: string }
}

const [aurora, outlet] = graphPages as [GraphPage & { instagram: object }, GraphPage]
/** Is linked to the company from the start. The outlet is there to be linked by the login. */
export const linkedPage = aurora

const api = { channel: cloudChannel, account: { id: graphPhone.id, name: 'Casa Aurora (API)' } } as const
const messenger = { channel: 'facebook', account: { id: aurora.id, name: aurora.name } } as const
const atOutlet = { channel: 'facebook', account: { id: outlet.id, name: outlet.name } } as const
const instagram = {
  channel: 'instagram',
  account: { id: aurora.instagram?.id ?? '', name: `@${aurora.instagram?.username}` },
} as const

export const metaCustomers: readonly MetaCustomer[] = [
  { ...api, id: '5511988880001', firstName: 'Helena', lastName: 'Prado' },
  { ...api, id: '5511988880002', firstName: 'Otávio', lastName: 'Nunes' },
  { ...api, id: '5511988880003', firstName: 'Caio', lastName: 'Teles' },
  { ...messenger, id: '654321789012345', firstName: 'Marta', lastName: 'Lopes' },
  { ...messenger, id: '654321789012999', firstName: 'Nuno', lastName: 'Reis' },
  { ...messenger, id: '654321789012555', firstName: 'Sara', lastName: 'Melo' },
  { ...atOutlet, id: '654321789012777', firstName: 'Olga', lastName: 'Freire' },
  { ...instagram, id: '556677889900112', firstName: 'Iara', lastName: 'Souza', username: 'iara.souza' },
  { ...instagram, id: '556677889900334', firstName: 'Lia', lastName: 'Campos', username: 'lia.campos' },
  { ...instagram, id: '556677889900556', firstName: 'Davi', lastName: 'Luz', username: 'davi.luz' },
]

const everywhere = ['say', 'image', 'voice', 'react', 'tap', 'read'] as const

export const canDo: Record<MetaChannel, readonly PhoneAction['do'][]> = {
  [cloudChannel]: [...everywhere, 'document', 'place', 'card'],
  facebook: [...everywhere, 'document', 'place', 'edit'],
  instagram: [...everywhere, 'story', 'erase'],
}
