/**
 * The data of the live event of a plain record, whose name is the event's: `{ action: 'create', shelf: { … } }` or
 * `{ action: 'delete', shelfId: 3 }`.
 */
export type RecordChange<Subject extends string, View> =
  | ({ action: 'create' | 'update' } & { [Name in Subject]: View })
  | ({ action: 'delete' } & { [Name in `${Subject}Id`]: number })
