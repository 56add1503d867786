/** The company of the host itself: never due, never switched off, never deleted. */
export const firstCompanyId = 1

/** Its due date. */
export const neverDue = '2999-12-31'
