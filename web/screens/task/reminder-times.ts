/* Moments that a reminder is usually set to, by the clock of this device. */

const at = (days: number, hour: number): Date => {
  const moment = new Date()
  moment.setDate(moment.getDate() + days)
  moment.setHours(hour, 0, 0, 0)
  return moment
}

const hourMs = 3_600_000

export const inAnHour = (): Date => new Date(Date.now() + hourMs)

export const tomorrowMorning = (): Date => at(1, 9)

export const nextMonday = (): Date => at((8 - new Date().getDay()) % 7 || 7, 9)
