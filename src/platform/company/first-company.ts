export const firstCompanyId = 1

export const neverDue = '2999-12-31'
