type Switch = 'enabled' | 'disabled'

/** What a person may see and do beyond their profile, as the interface spells it. */
export interface UserSwitches {
  /** This one is spelled without its last letter. */
  allTicket: 'enable' | 'disable'
  allHistoric: Switch
  allUserChat: Switch
  userClosePendingTicket: Switch
  showDashboard: Switch
  allowRealTime: Switch
  allowConnections: Switch
}

/** What is told of a person both to themselves when they sign in and in the list of users. */
export interface UserFields extends UserSwitches {
  email: string
  super: boolean
  startWork: string
  endWork: string
  farewellMessage: string
  allowGroup: boolean
  defaultTheme: 'light' | 'dark'
  defaultMenu: 'open' | 'closed'
  defaultTicketsManagerWidth: number
  phone: string
  whatsappId: number | null
}

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
