export const settingId = (key: string) => `setting-${key}`

export const supportLogField = 'supportLog'
export const paymentsField = 'payments'
