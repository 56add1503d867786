import type { UserSwitches } from './user.calls'

export function spellSwitches(on: Record<keyof UserSwitches, boolean>): UserSwitches {
  const spell = (value: boolean) => (value ? 'enabled' : 'disabled')
  return {
    allTicket: on.allTicket ? 'enable' : 'disable',
    allHistoric: spell(on.allHistoric),
    allUserChat: spell(on.allUserChat),
    userClosePendingTicket: spell(on.userClosePendingTicket),
    showDashboard: spell(on.showDashboard),
    allowRealTime: spell(on.allowRealTime),
    allowConnections: spell(on.allowConnections),
  }
}

export function readSwitches(spelled: UserSwitches): Record<keyof UserSwitches, boolean> {
  return {
    allTicket: spelled.allTicket === 'enable',
    allHistoric: spelled.allHistoric === 'enabled',
    allUserChat: spelled.allUserChat === 'enabled',
    userClosePendingTicket: spelled.userClosePendingTicket === 'enabled',
    showDashboard: spelled.showDashboard === 'enabled',
    allowRealTime: spelled.allowRealTime === 'enabled',
    allowConnections: spelled.allowConnections === 'enabled',
  }
}
