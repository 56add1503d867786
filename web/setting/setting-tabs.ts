export const hostScreens = ['companies', 'plans', 'helps'] as const
export type HostScreen = (typeof hostScreens)[number]

const companyTabs = ['options', 'schedules', 'companyWebhook'] as const
const hostTabs = [...hostScreens, 'whitelabel', 'webhook'] as const

export const settingTabs = [...companyTabs, ...hostTabs] as const
export type SettingTab = (typeof settingTabs)[number]

export const isHostTab = (tab: SettingTab) => hostTabs.some((name) => name === tab)
export const isHostScreen = (tab: SettingTab): tab is HostScreen => hostScreens.some((screen) => screen === tab)

export function readTab(word: string | null): SettingTab {
  return settingTabs.find((tab) => tab === word) ?? 'options'
}

export const settingId = (key: string) => `setting-${key}`

export const supportLogField = 'supportLog'
export const paymentsField = 'payments'
