import Database from "better-sqlite3";
const db=new Database("/tmp/profload/lanyard.db",{readonly:true});
const e=db.prepare("select id from core_event where name='Northwind Summit'").pluck().get();
for (const k of ["last_name_key","name_key","email_key","company_name_key","updated_at","first_name_key"]) for (const d of ["asc","desc"]) for (const c of ["DE","GB"]) {
 const s=db.prepare(`select id from event_data_thing where event_id=? and status=? and (country_key = ? and country=?) order by ${k} ${d}, id ${d} limit 100 offset 100`); 
 s.all(e,"active",c.toLowerCase(),c); const b=performance.now(); for(let i=0;i<5;i++) s.all(e,"active",c.toLowerCase(),c); console.log(k,d,c,((performance.now()-b)/5).toFixed(2), db.prepare(`explain query plan select id from event_data_thing where event_id=? and status=? and (country_key = ? and country=?) order by ${k} ${d}, id ${d} limit 100 offset 100`).all(e,"active",c.toLowerCase(),c).map(r=>r.detail).join(" | "));
}
console.log(db.prepare("select * from sqlite_stat1 limit 5").all?.());
