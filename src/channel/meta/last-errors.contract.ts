/** The last error of a connection whose token was forgotten or encrypted by another host. */
export const tokenMissing = 'The token must be entered'
/** The last error of a connection whose app has another secret. */
export const appSecretWrong = 'The app secret must be entered again'
