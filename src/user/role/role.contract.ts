import * as v from 'valibot'
import { Flag } from '../../kernel/http/body-values'
import { nameText } from '../../kernel/text/name-text.contract'

const switches = {
  allTicket: Flag,
  allHistoric: Flag,
  allUserChat: Flag,
  userClosePendingTicket: Flag,
  allowGroup: Flag,
  showDashboard: Flag,
  allowRealTime: Flag,
  allowConnections: Flag,
}

export const switchNames = Object.keys(switches) as (keyof typeof switches)[]
export type SwitchName = keyof typeof switches
export type Switches = Record<SwitchName, boolean>

export const switchesOf = (of: Switches) => Object.fromEntries(switchNames.map((name) => [name, of[name]])) as Switches

export const RoleBody = v.object({ name: nameText(2, 50), ...switches })
