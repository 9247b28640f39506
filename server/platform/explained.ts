/** A failure whose message is written for the person at the keyboard: it is shown as it is, without a stack. */
export class Explained extends Error {}
