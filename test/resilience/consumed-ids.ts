import type { TestApp } from '../support/app.ts'

/** Consumes transaction ids, each for a subtransaction that writes. */
export const consumeIds = (app: TestApp, count: number) =>
  app.sql(`do $$ begin
    create temp table spent (n integer);
    for i in 1..${count} loop
      begin insert into spent values (i); exception when division_by_zero then null; end;
    end loop;
    drop table spent;
  end $$`)
