/** The id of the input of a setting, or of a part of the settings that is found like one. */
export const settingId = (key: string) => `setting-${key}`

/** The button that opens the log of what the host did. */
export const supportLogField = 'supportLog'
/** The part of the branding with the host's account for payments. */
export const paymentsField = 'payments'
