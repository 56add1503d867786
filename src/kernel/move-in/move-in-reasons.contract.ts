/** Why a row was skipped or merged. */
export const moveInReasons = [
  ...(['parent', 'changedHere', 'emailTaken', 'emailMissing', 'officialTemplate', 'settingUnknown'] as const),
  ...(['kindUnknown', 'group', 'phoneMissing', 'numberListed', 'sameNumber', 'samePerson', 'tooDeep'] as const),
  ...(['newerOptions', 'lidMissing', 'ownerSet', 'reactionLost', 'reaction', 'earlierText', 'filesMax'] as const),
  ...([
    'laneOfContact',
    'tagOfContact',
    'laneSet',
    'contradicts',
    'ratingMissing',
    'ticketMissing',
    'incomplete',
    'pictureMissing',
    'sameDay',
  ] as const),
] as const
export type MoveInReason = (typeof moveInReasons)[number]

/** With what it is about, such as the table of the row that did not come. */
export type ReasonText = MoveInReason | `${MoveInReason} ${string}`

/** What people are told of single rows. */
export const moveInNotes = [
  ...(['renamed', 'colourChanged', 'emailTaken', 'emailChanged', 'superDropped', 'campaignStopped'] as const),
  ...(['flowEmpty', 'flowNode', 'flowProblem', 'flowMissing', 'flowNotUnderstood', 'settingNeeds'] as const),
  ...(['settingUnknown', 'targetLost', 'hoursUnknown', 'samePerson', 'secondClosed', 'otherClosed'] as const),
  ...(['statusUnknown', 'channelUnknown', 'fileMissing'] as const),
] as const
export type MoveInNote = (typeof moveInNotes)[number]
export type NoteValues = Readonly<Record<string, string | number>>
