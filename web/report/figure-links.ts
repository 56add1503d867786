import type { CountedDays } from '../../src/report/report.calls'
import { useUser } from '../app/app-context'
import { links } from '../app/links'
import { isAdmin } from '../app/screen-access'
import { addressOf, allAttendances, type AttendanceQuery } from './attendances/attendance-query'

export const reportLink = (filter: Partial<AttendanceQuery>) =>
  `${links.reports()}?${addressOf({ ...allAttendances, ...filter })}`

export function figureLinks({ from, to }: Pick<CountedDays, 'from' | 'to'>) {
  const days = { dateFrom: from, dateTo: to }
  const resolved = { ...days, counts: 'resolved' } as const
  const opened = { ...days, counts: 'opened' } as const
  return {
    open: reportLink({ status: ['open'] }),
    pending: reportLink({ status: ['pending'] }),
    group: reportLink({ status: ['group'] }),
    waitRating: reportLink({ status: ['nps'] }),
    finished: reportLink(resolved),
    rated: reportLink({ ...resolved, onlyRated: true }),
    unrated: reportLink({ ...resolved, ratings: [0] }),
    promoters: reportLink({ ...resolved, ratings: [5] }),
    passives: reportLink({ ...resolved, ratings: [4] }),
    detractors: reportLink({ ...resolved, ratings: [1, 2, 3] }),
    active: reportLink({ ...opened, startedBy: ['company'] }),
    passive: reportLink({ ...opened, startedBy: ['contact'] }),
    started: reportLink({ ...opened, startedBy: ['company', 'contact'] }),
    ratedOf: (userId: number) => reportLink({ ...resolved, onlyRated: true, users: [userId] }),
  }
}

/** Undefined for users who may not see the report. */
export function useFigureLinks() {
  const user = useUser()
  return isAdmin(user) ? figureLinks : undefined
}
